// What programs leave in a Word document: found, and taken out, without a change to what its pages show.
import { expect, test } from 'vitest'
import { boundDocx, shownOfBoundDocx } from '../../../../test/documents/bound-docx.ts'
import { readStory } from '../redline/story-reader.ts'
import { plainText } from '../redline/story.ts'
import { readZip } from '../zip-archive.ts'
import { hiddenWords, readHidden, removeHidden } from './hidden-content.ts'

const partsOf = (document: Uint8Array) =>
  new Map(
    readZip(Buffer.from(document), { entries: 1_000, bytes: 2 ** 26 }).map(({ name, content }) => [
      name,
      content.toString(),
    ]),
  )

test('data, variables, properties and text that a table hides are counted [F-200]', async () => {
  const found = await readHidden(boundDocx)
  expect(found).toEqual({
    changes: 0,
    comments: 0,
    hiddenTexts: 2,
    customProperties: 0,
    documentVariables: 1,
    customData: 2,
    documentProperties: ['Company', 'Manager', 'Template', 'Category'],
    authors: ['Ana Prior'],
  })
  expect(hiddenWords(found)).toBe(
    '2 passages of hidden text, 1 document variable, 2 sets of data of other programs, 4 document properties and 1 name of an author',
  )
})

test('they go, with what is left of them, and controls keep what a reader shows in them [F-200]', async () => {
  const clean = await removeHidden({ document: boundDocx, changes: 'Keep' })
  expect(hiddenWords(await readHidden(clean))).toBe('')
  const text = plainText(await readStory(clean), () => true)
  expect(text.split('\n').filter((line) => line !== '')).toEqual(shownOfBoundDocx)
  const parts = partsOf(clean)
  expect([...parts.keys()].toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'docProps/app.xml',
    'docProps/core.xml',
    'word/_rels/document.xml.rels',
    'word/document.xml',
    'word/settings.xml',
    'word/styles.xml',
  ])
  const all = [...parts.values()].join('')
  expect(all).not.toMatch(
    /floor|EUR 6|secret|dataBinding|customXml|docId|hidden\.png|Boss|Sell|Click|AUTHOR|PROPERTY/,
  )
  expect(parts.get('docProps/app.xml')).not.toContain('Harbour')
  expect(parts.get('docProps/core.xml')).not.toContain('Prior')
  // what a field shows stays
  expect(parts.get('word/settings.xml')).toContain('<w:docVar w:name="Reference" w:val="R-1"/>')
  expect(parts.get('docProps/core.xml')).toContain('<dc:title>Deed</dc:title>')
})
