// What the server and the process that compares documents say to each other: contents with their lengths.

/** Who the changes in a stored redline are by. A download replaces it by the name of the person. */
export const comparingAuthor = 'chancery:comparison'

/** When they were made, which a download replaces as well. */
export const comparingDate = '2000-01-01T00:00:00Z'

/** The contents, each after its length. */
export function framed(contents: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    contents.flatMap((content) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(content.length)
      return [length, content]
    }),
  )
}

/** The contents of `framed`. Throws RangeError if they are cut off. */
export function framesIn(bytes: Buffer): Buffer[] {
  const contents: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new RangeError('The last content is cut off')
    contents.push(bytes.subarray(at + 4, end))
    at = end
  }
  return contents
}
