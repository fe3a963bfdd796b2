// Where a test run keeps what it throws away: in memory where there is room, since thousands of small files are made
// and removed there many times quicker than on a disk.
import { mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const inMemory = '/dev/shm'

// several times what a whole run has needed at once
const roomBytes = 6 * 1024 ** 3

/** A new folder whose name begins so, for the caller to remove. Its path is short enough for a socket in it. */
export function makeThrowAwayFolder(name: string): string {
  return mkdtempSync(join(hasRoomInMemory() ? inMemory : '/tmp', name))
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, process.availableMemory()) > roomBytes && runsPrograms()
  } catch {
    // no such folder on this system
    return false
  }
}

// containers often forbid it there, and a folder may hold a copy of PostgreSQL
function runsPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.findLast((line) => line.split(' ')[1] === inMemory)?.split(' ')[3]
  return options !== undefined && !options.split(',').includes('noexec')
}
