// Long lists passed between threads in pieces small enough to be unpacked without blocking.
import { createYielder } from './yield-event-loop.ts'

/** A list of plain data as JSON, in pieces. Undefined properties are absent afterwards. */
export type PackedList<Item> = readonly Uint8Array[] & { readonly of?: Item }

const pieceCharacters = 32_768

/** Packs the list, in a worker. */
export function packList<Item>(items: readonly Item[]): PackedList<Item> {
  const pieces: Uint8Array[] = []
  let piece: string[] = []
  let size = 0
  const close = () => {
    if (piece.length > 0) pieces.push(new TextEncoder().encode(`[${piece.join(',')}]`))
    piece = []
    size = 0
  }
  for (const item of items) {
    const text = JSON.stringify(item)
    piece.push(text)
    size += text.length
    if (size >= pieceCharacters) close()
  }
  close()
  return pieces
}

/** Unpacks it, on the main thread. */
export async function unpackList<Item>(packed: PackedList<Item>): Promise<Item[]> {
  const turn = createYielder()
  const items: Item[] = []
  for (const piece of packed) {
    for (const item of JSON.parse(
      Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString(),
    ) as Item[])
      items.push(item)
    await turn()
  }
  return items
}
