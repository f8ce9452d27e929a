"""A fake of Ray, for tests: tasks run here when they are got. The first one is lost, as with a machine that dies more often than there are retries."""

lost = []


def init(**_):
    pass


def remote(num_cpus, max_retries):
    assert (num_cpus, max_retries) == (1, 5)

    def decorate(function):
        class Task:
            @staticmethod
            def remote(*arguments):
                return function, arguments

        return Task

    return decorate


def get(tasks):
    results = []
    for function, arguments in tasks:
        if not lost:
            lost.append(arguments)
            continue
        results.append(function(*arguments))
    return results
