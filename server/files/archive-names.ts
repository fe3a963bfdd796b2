// Names in an archive: safe to unpack on any system, and each of them once.
import { firstFreeNumber, numberedName } from './uploads/file-name.ts'

// names that mean a device where the archive may be unpacked
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** A name without what another system would refuse or misunderstand. */
function safeName(name: string): string {
  let safe = name.replace(/\p{Cc}|[<>:"/\\|?*]/gu, '_')
  while (safe.endsWith('.') || safe.endsWith(' ')) safe = safe.slice(0, -1)
  if (safe === '') return '_'
  return devices.test(safe) ? `_${safe}` : safe
}

/** The paths as names in an archive. Of several that would be the same, ignoring case, the later ones are numbered. */
export function archiveNames(paths: readonly (readonly string[])[]): readonly string[] {
  const taken = new Set<string>()
  return paths.map((path) => {
    const folder = path
      .slice(0, -1)
      .map((name) => `${safeName(name)}/`)
      .join('')
    const name = safeName(path.at(-1) ?? '')
    const isTaken = (each: string) => taken.has(`${folder}${each}`.toLowerCase())
    let free = name
    for (let number = firstFreeNumber(name, []); isTaken(free); number++) free = numberedName(name, number)
    taken.add(`${folder}${free}`.toLowerCase())
    return folder + free
  })
}
