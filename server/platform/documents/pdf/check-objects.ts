// Limits the objects of a PDF, before a reader makes a table of them and looks for the pages in it.
import { AppError } from '../../errors.ts'

const most = 200_000

/** Throws bad_request for a file that has, or says to have, more objects than are read. */
export function checkObjects(bytes: Uint8Array): void {
  if (countObjects(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) <= most) return
  const shown = most.toLocaleString('en')
  throw new AppError('bad_request', `The PDF has more than ${shown} objects. Send a simpler one.`)
}

/** Those that stand in the file themselves, and those that its streams of objects say to have. */
function countObjects(file: Buffer): number {
  let count = 0
  for (let at = file.indexOf('endobj'); at >= 0 && count <= most; at = file.indexOf('endobj', at + 6)) count++
  for (let at = file.indexOf('/ObjStm'); at >= 0 && count <= most; at = file.indexOf('/ObjStm', at + 7)) {
    const around = file.toString('latin1', Math.max(0, at - 200), at + 200)
    count += Number(/\/N\s{1,8}(\d{1,9})/.exec(around)?.[1] ?? 0)
  }
  return count
}
