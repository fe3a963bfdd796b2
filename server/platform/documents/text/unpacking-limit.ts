// Limits what a PDF unpacks. Its reader inflates each stream as a whole with the platform's own DecompressionStream;
// while a document is read, that one ends a stream at the limit. What its reader unpacks by other means is limited by
// the memory of its thread.

interface Limits {
  readonly ofStream: number
  readonly ofDocument: number
}

/** What the streams of a PDF may unpack to, whichever reader it has. */
export const unpackedOfPdf: Limits = { ofStream: 16 * 1024 * 1024, ofDocument: 128 * 1024 * 1024 }

/** Limits all streams that this thread unpacks from now on until `end`. `wasCut` says whether one was longer. */
export function limitUnpacking({ ofStream, ofDocument }: Limits): {
  readonly wasCut: () => boolean
  readonly end: () => void
} {
  const Unlimited = globalThis.DecompressionStream
  let left = ofDocument
  let cut = false
  const limited = () => {
    let size = 0
    return new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        size += piece.length
        left -= piece.length
        if (size <= ofStream && left >= 0) return controller.enqueue(piece)
        cut = true
        // what follows is neither unpacked nor read
        controller.terminate()
      },
    })
  }
  class LimitedDecompressionStream {
    readonly readable: ReadableStream<Uint8Array>
    readonly writable: WritableStream
    constructor(format: ConstructorParameters<typeof DecompressionStream>[0]) {
      const unlimited = new Unlimited(format)
      this.readable = unlimited.readable.pipeThrough(limited())
      this.writable = unlimited.writable
    }
  }
  globalThis.DecompressionStream = LimitedDecompressionStream
  return {
    wasCut: () => cut,
    end() {
      globalThis.DecompressionStream = Unlimited
    },
  }
}
