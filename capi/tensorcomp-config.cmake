# The library for CMake: find_package(tensorcomp), then target_link_libraries(program tensorcomp::tensorcomp).
get_filename_component(TENSORCOMP_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET tensorcomp::tensorcomp)
  add_library(tensorcomp::tensorcomp SHARED IMPORTED)
  set_target_properties(tensorcomp::tensorcomp PROPERTIES
    IMPORTED_LOCATION "${TENSORCOMP_PREFIX}/lib/libtensorcomp.so.0"
    IMPORTED_SONAME "libtensorcomp.so.0"
    INTERFACE_INCLUDE_DIRECTORIES "${TENSORCOMP_PREFIX}/include")
endif()
