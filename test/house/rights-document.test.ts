import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rightsTableText } from './rights-document.ts'

test('docs/access.md shows the table of rights as the code has it', () => {
  const page = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8')
  expect(page).toContain(rightsTableText())
})
