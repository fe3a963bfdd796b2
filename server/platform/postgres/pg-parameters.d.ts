// The part of the driver that turns values into parameters; its types do not mention it.
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
