// A picture of a signature.
import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG of a grey box, said to be as large, with so many bytes of a remark. */
export function pictureOf({ width, height } = { width: 60, height: 20 }, remark = 0): Buffer {
  const rows = Buffer.alloc((60 * 4 + 1) * 20, 0x80)
  for (let row = 0; row < 20; row++) rows[row * (60 * 4 + 1)] = 0
  return pngOf({ width, height }, rows, remark)
}

/** A PNG with these rows, whatever size it says. */
export function pngOf(
  { width, height }: { readonly width: number; readonly height: number },
  rows: Buffer,
  remark = 0,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // eight bits of red, green, blue and alpha
  header.set([8, 6], 8)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${'x'.repeat(remark)}`, 'latin1')),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
