// Exact decimals: numbers as written in JSON, without the rounding errors of binary fractions.

/** A decimal as a whole number of units, each 10^-scale. */
interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/**
 * The decimal of a number, in its shortest form without exponent: the digits of `0.1` or `1e-7`. Undefined for what is
 * not a finite number.
 */
export function decimalText(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined
  const [mantissa = '', exponent = '0'] = String(Object.is(value, -0) ? 0 : value).split('e')
  const { units, scale } = parse(mantissa)
  return textOf({ units, scale: scale - Number(exponent) })
}

/** Negative, 0 or positive when `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = aligned(parse(a), parse(b))
  return left < right ? -1 : left > right ? 1 : 0
}

/** Whether `value` is `start` plus a whole number of steps. */
export function isOnStep(value: string, start: string, step: string): boolean {
  const scale = Math.max(...[value, start, step].map((text) => parse(text).scale))
  const [from, to, by] = [start, value, step].map((text) => unitsAt(parse(text), scale))
  return from !== undefined && to !== undefined && by !== undefined && (to - from) % by === 0n
}

function parse(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.')
  return { units: BigInt(`${whole}${fraction}`), scale: fraction.length }
}

function textOf({ units, scale }: Decimal): string {
  if (scale <= 0) return String(units * 10n ** BigInt(-scale))
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const fraction = withoutZeros(digits.slice(-scale))
  const sign = units < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`
}

function withoutZeros(fraction: string): string {
  let end = fraction.length
  while (fraction[end - 1] === '0') end--
  return fraction.slice(0, end)
}

const unitsAt = ({ units, scale }: Decimal, wanted: number): bigint => units * 10n ** BigInt(wanted - scale)

function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale)
  return [unitsAt(a, scale), unitsAt(b, scale)]
}
