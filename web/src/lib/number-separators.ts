// How a person writes numbers, for inputs that help with it.
import type { Format } from './format.ts'

/** "1,234.5", "1.234,5", "1 234,5" */
export function separatorsOf(format: Pick<Format, 'number'>): { decimal: string; group: string } {
  const [, group = '', decimal = '.'] = /^1(\D?)234(\D)5$/.exec(format.number(1234.5)) ?? []
  return { group, decimal }
}
