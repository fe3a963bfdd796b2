// A small picture as PNG: a simple figure in quiet colours, so that people and organisations can be told apart.
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const side = 96

type Colour = readonly [red: number, green: number, blue: number]
type Pair = readonly [ground: Colour, figure: Colour]
type Figure = (x: number, y: number) => boolean

const colours: readonly [Pair, ...Pair[]] = [
  [
    [31, 78, 95],
    [158, 211, 220],
  ],
  [
    [58, 68, 92],
    [239, 190, 125],
  ],
  [
    [94, 61, 72],
    [240, 206, 200],
  ],
  [
    [47, 84, 66],
    [196, 222, 160],
  ],
  [
    [74, 66, 104],
    [206, 197, 236],
  ],
  [
    [107, 79, 43],
    [245, 222, 179],
  ],
  [
    [44, 62, 80],
    [149, 186, 214],
  ],
]

/** Whether a point of the square from 0 to 1 belongs to the figure. */
const figures: readonly [Figure, ...Figure[]] = [
  (x, y) => Math.abs(Math.hypot(x - 0.5, y - 0.5) - 0.27) < 0.08,
  (x, y) => Math.abs(((y * 3 + 0.2 * Math.sin(2 * Math.PI * x)) % 1) - 0.5) < 0.2,
  (x, y) => Math.abs((Math.hypot(x, 1 - y) % 0.4) - 0.2) < 0.09,
]

// how much of a pixel the figure covers, looked at in sixteen places, so that its edges are smooth
const places = [0.125, 0.375, 0.625, 0.875]

/** The bytes of the picture for a name. The same name always gives the same bytes. */
export function pngOf(name: string): Buffer {
  const choice = createHash('sha256').update(name).digest()
  const pick = <Value>(values: readonly [Value, ...Value[]], at: number): Value =>
    values[choice.readUInt8(at) % values.length] ?? values[0]
  const [ground, figure] = pick(colours, 0)
  const isInside = pick(figures, 1)
  const pixel = (x: number, y: number): number[] => {
    const inside = places.flatMap((right) =>
      places.filter((down) => isInside((x + right) / side, (y + down) / side)),
    )
    const share = inside.length / places.length ** 2
    return ground.map((part, n) => Math.round(part + ((figure[n] ?? part) - part) * share))
  }
  const rows = Array.from({ length: side }, (_, y) =>
    // rows are stored without a filter
    Buffer.from([0, ...Array.from({ length: side }, (__, x) => pixel(x, y)).flat()]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // eight bits for each of red, green and blue
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
