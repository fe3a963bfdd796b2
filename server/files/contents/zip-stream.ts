// A zip archive that is streamed while it is made: one source is open at a time, whatever their number and size.
import { PassThrough, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

interface EntryOptions {
  readonly mtime?: Date
}

/**
 * Adds an entry, and resolves when the source has been passed on; fails when the source does, and when the reader is
 * gone.
 */
export type AddEntry = (name: string, source: Readable, options?: EntryOptions) => Promise<void>

export interface ZipStream {
  readonly stream: Readable
  /** Resolves to whether the archive is whole and was read to its end. */
  readonly whole: Promise<boolean>
}

/**
 * The archive of what `fill` adds. If `fill` fails, the stream fails as well before its end, so that nobody takes what
 * there is for a whole archive; `onBroken` learns why, unless it was the reader who stopped.
 */
export function streamZip(
  fill: (add: AddEntry) => Promise<void>,
  onBroken: (error: unknown) => void,
): ZipStream {
  const zip = new ZipFile()
  const stream = new PassThrough()
  const output = zip.outputStream as unknown as Readable
  pipeline(output, stream).catch(() => undefined)
  let reading: Readable | undefined
  // a reader that stops leaves no source open
  stream.once('close', () => reading?.destroy())
  // what it reports comes from the source that is being read, and ends `add`
  zip.on('error', () => undefined)
  const add: AddEntry = async (name, source, options = {}) => {
    reading = source
    if (stream.destroyed) source.destroy(new Error('The reader of the archive is gone.'))
    else zip.addReadStream(source, name, { ...options, compressionLevel: 3 })
    await finished(source)
  }
  const make = async () => {
    await fill(add)
    zip.end()
    await finished(stream)
    return true
  }
  const whole = make().catch((error: unknown) => {
    if (!stream.destroyed) onBroken(error)
    output.destroy()
    stream.destroy(error instanceof Error ? error : undefined)
    return false
  })
  return { stream, whole }
}
