// The document of a contract stays with it: operations that other files allow are refused.
import { beforeAll, expect, test } from 'vitest'
import {
  addContractWithDocument,
  addFolder,
  addText,
  createFileWorld,
  type FileWorld,
} from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const files = '/file-apis/v1/files'
let here: FileWorld
let contractId: number
let documentId: number
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  const made = await addContractWithDocument(parts.app, here)
  contractId = made.contractId
  documentId = made.documentId
})

test('the document of a contract cannot be deleted, other files of the contract can [F-105]', async () => {
  const other = await addText(here.asOwner, `Contract/${contractId}`, 'Annex.txt')
  expect((await here.asOwner.delete(`${files}/${other}`)).statusCode).toBe(200)
  const refused = await here.asOwner.delete(`${files}/${documentId}`)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    detail: expect.stringContaining('document of a contract cannot be deleted') as string,
  })
  expect((await here.asOwner.get(`${files}/${documentId}/download`)).body).toBe('document')
})

test('the document of a contract cannot be moved, other files of the contract can [F-105]', async () => {
  const folder = await addFolder(here.asOwner, `Contract/${contractId}`, 'Annexes')
  const other = await addText(here.asOwner, `Contract/${contractId}`, 'Annex 2.txt')
  for (const to of [String(folder), '0']) {
    expect((await here.asOwner.post(`${files}/${other}/move/${to}`)).statusCode).toBe(204)
    expect((await here.asOwner.post(`${files}/${documentId}/move/${to}`)).statusCode).toBe(409)
  }
  expect((await here.asOwner.get(`${files}/${documentId}`)).json()).toMatchObject({ path: '/Document.docx' })
})
