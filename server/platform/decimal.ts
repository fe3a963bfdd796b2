// Exact decimal numbers as text, for money and for fields with steps: what is entered stays exact all the way to the
// database's numeric.

interface Parts {
  readonly units: bigint
  /** How many of its digits are after the decimal point. */
  readonly scale: number
}

/** Whether the text is a decimal number with at most this many digits before and after the point. */
export function isDecimal(text: unknown, whole: number, behind: number): text is string {
  return typeof text === 'string' && patternOf(whole, behind).test(text)
}

function patternOf(whole: number, behind: number): RegExp {
  const key = `${whole}.${behind}`
  const pattern = patterns.get(key) ?? new RegExp(`^-?\\d{1,${whole}}(\\.\\d{1,${behind}})?$`)
  patterns.set(key, pattern)
  return pattern
}

// cached, because invoices have thousands of numbers
const patterns = new Map<string, RegExp>()

/** The exact sum; `0` for an empty list. */
export function sumOf(decimals: readonly string[]): string {
  let sum: Parts = { units: 0n, scale: 0 }
  for (const decimal of decimals) sum = plus(sum, partsOf(decimal))
  return textOf(sum)
}

/** The exact product. */
export function productOf(a: string, b: string): string {
  const [left, right] = [partsOf(a), partsOf(b)]
  return textOf({ units: left.units * right.units, scale: left.scale + right.scale })
}

/** The quotient, rounded to this many digits after the point, halves to the even digit. `by` must not be zero. */
export function quotientOf(decimal: string, by: string, digits: number): string {
  const [a, b] = [partsOf(decimal), partsOf(by)]
  const over = b.units < 0n ? -1n : 1n
  const top = over * a.units * 10n ** BigInt(b.scale + digits)
  const bottom = over * b.units * 10n ** BigInt(a.scale)
  return textOf({ units: dividedHalfEven(top, bottom), scale: digits })
}

/** Negative if `a` is less than `b`, positive if it is more, zero if they are equal: `1.50` equals `1.5`. */
export function compareDecimals(a: string, b: string): number {
  const { units } = plus(partsOf(a), partsOf(negativeOf(b)))
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

/** Rounded to this many digits after the point, halves away from zero, like the database. */
export function rounded(decimal: string, digits: number): string {
  const { units, scale } = partsOf(decimal)
  if (scale <= digits) return textOf({ units: units * 10n ** BigInt(digits - scale), scale: digits })
  const divisor = 10n ** BigInt(scale - digits)
  const half = divisor / 2n
  return textOf({ units: (units < 0n ? units - half : units + half) / divisor, scale: digits })
}

/** Rounded to this many digits after the point, halves to the even digit, so that many roundings do not add up. */
export function roundedHalfEven(decimal: string, digits: number): string {
  const { units, scale } = partsOf(decimal)
  if (scale <= digits) return rounded(decimal, digits)
  return textOf({ units: dividedHalfEven(units, 10n ** BigInt(scale - digits)), scale: digits })
}

function dividedHalfEven(units: bigint, divisor: bigint): bigint {
  const away = units < 0n ? -units : units
  const [whole, rest] = [away / divisor, (away % divisor) * 2n]
  const up = rest > divisor || (rest === divisor && whole % 2n === 1n)
  const result = up ? whole + 1n : whole
  return units < 0n ? -result : result
}

/**
 * The whole in shares that are proportional to the weights, each with this many digits after the point: what rounding
 * down leaves goes to the largest fractions, so that the shares are exactly the whole. Nothing may be negative;
 * without any weight there is nothing to share out.
 */
export function shareOut(whole: string, weights: readonly string[], digits: number): readonly string[] {
  const parts = weights.map(partsOf)
  const scale = Math.max(0, ...parts.map((part) => part.scale))
  const units = parts.map((part) => unitsAt(part, scale))
  const all = units.reduce((sum, each) => sum + each, 0n)
  const total = partsOf(rounded(whole, digits)).units
  if (all === 0n || total === 0n) return weights.map(() => textOf({ units: 0n, scale: digits }))
  const shares = units.map((unit) => (total * unit) / all)
  const order = units
    .map((unit, index) => ({ index, fraction: (total * unit) % all }))
    .sort((a, b) => (a.fraction === b.fraction ? a.index - b.index : a.fraction < b.fraction ? 1 : -1))
  let left = Number(total - shares.reduce((sum, each) => sum + each, 0n))
  for (const { index } of order) {
    if (left === 0) break
    shares[index] = (shares[index] ?? 0n) + 1n
    left--
  }
  return shares.map((share) => textOf({ units: share, scale: digits }))
}

/**
 * The decimal of a number, in its shortest form without exponent: the digits of `0.1` or `1e-7`. Undefined for what is
 * not a finite number.
 */
export function decimalText(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined
  const [mantissa = '', exponent = '0'] = String(Object.is(value, -0) ? 0 : value).split('e')
  const { units, scale } = partsOf(mantissa)
  const places = scale - Number(exponent)
  return places > 0
    ? textOf({ units, scale: places })
    : textOf({ units: units * 10n ** BigInt(-places), scale: 0 })
}

/** Whether `value` is `start` plus a whole number of steps. */
export function isOnStep(value: string, start: string, step: string): boolean {
  const [away, by] = [partsOf(differenceOf(value, start)), partsOf(step)]
  const scale = Math.max(away.scale, by.scale)
  return unitsAt(away, scale) % unitsAt(by, scale) === 0n
}

/** `a - b`, exactly. */
export const differenceOf = (a: string, b: string): string => sumOf([a, negativeOf(b)])

const negativeOf = (decimal: string) => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`)

/**
 * Whether `decimal` is `exact` rounded to this many digits; halves may go in either direction, because programs differ
 * in that.
 */
export function isRoundedFrom(decimal: string, exact: string, digits: number): boolean {
  const { units, scale } = plus(partsOf(decimal), partsOf(negativeOf(exact)))
  const away = units < 0n ? -units : units
  // in halves of the smallest unit: at most one
  const isNear = away * 2n * 10n ** BigInt(digits) <= 10n ** BigInt(scale)
  return isNear && compareDecimals(decimal, rounded(decimal, digits)) === 0
}

function partsOf(decimal: string): Parts {
  const point = decimal.indexOf('.')
  if (point < 0) return { units: BigInt(decimal), scale: 0 }
  return {
    units: BigInt(decimal.slice(0, point) + decimal.slice(point + 1)),
    scale: decimal.length - point - 1,
  }
}

function plus(a: Parts, b: Parts): Parts {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

const unitsAt = ({ units, scale }: Parts, wanted: number): bigint =>
  scale === wanted ? units : units * 10n ** BigInt(wanted - scale)

function textOf({ units, scale }: Parts): string {
  if (scale === 0) return String(units)
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
