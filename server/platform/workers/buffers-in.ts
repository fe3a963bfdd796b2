// Bytes that move from one thread to another instead of being copied.

/**
 * The buffers that a value is, has at its top level, or has in the items of a list in it, where nothing else uses their
 * memory.
 */
export function buffersIn(value: unknown): ArrayBuffer[] {
  const values = [value, ...valuesOf(value)].flatMap((each) =>
    Array.isArray(each) ? each.flatMap((item: unknown) => [item, ...valuesOf(item)]) : [each],
  )
  const buffers = values.flatMap((each) =>
    each instanceof Uint8Array && each.byteLength === each.buffer.byteLength ? [each.buffer] : [],
  )
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer)
}

const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) ? Object.values(value) : []
