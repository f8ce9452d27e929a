# Does the jobs of a batch here, one after the other.
for line in $(seq 0 $(($(wc -l < "$1") - 1))); do
  tc-tune worker --jobs "$1" --line "$line" --rows "$2" > /dev/null
done
