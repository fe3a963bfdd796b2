import { expect, test } from 'vitest'
import { checkSignerTexts } from '../contracts/signing/signer-texts.ts'
import { nameFor } from '../identity/organisations/organisation.ts'
import { checkShownName } from './shown-names.ts'

const shown = ['Ana Souza', 'محمد', 'Łukasz', 'O’Neil', '王小明', 'Zoë 🖋']
const hidden = ['Ana\u202e', '\u2066Ana', 'A\u200f\u202dna', 'Ana\nSouza', 'Ana\u2028', '\ufeffAna']

test('names of people, signers and organisations show what is stored [G-171]', () => {
  for (const check of [
    (name: string) => checkShownName(name, 'firstName'),
    (name: string) => nameFor('An organisation', name),
    (name: string) => checkSignerTexts({ name }, 'signers.0.'),
  ]) {
    for (const name of shown) expect(() => check(name), name).not.toThrow()
    for (const name of hidden) expect(() => check(name), JSON.stringify(name)).toThrow('must be one line')
  }
})
