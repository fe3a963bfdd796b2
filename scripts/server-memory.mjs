// What keeps the memory of a server process small. Used before packages are there, so it is plain JavaScript.

/**
 * Short-lived objects get a third of the memory that Node would let them grow to, and the heap at most doubles between
 * two full collections.
 */
export const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=100']

/**
 * The allocator of glibc keeps at most two pools of freed memory, rather than one for nearly each of a dozen threads.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
