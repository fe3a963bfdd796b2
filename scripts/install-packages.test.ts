// What the packages in package-lock.json must be like for scripts/install-packages.mjs.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly hasInstallScript?: boolean; readonly optional?: boolean }>
  >
}

test('no package that is needed has a program to run when it is installed', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lock
  const withPrograms = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  // of those that have one, the product needs none: databases of other platforms, and a tool of a tool
  expect(withPrograms.length).toBeGreaterThan(0)
  expect(withPrograms.filter(([, { optional }]) => !optional)).toEqual([])
})
