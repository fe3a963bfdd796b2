// The pages of files on a contract: adding files, and opening them.
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { password, passwordHash } from '../peers/browser.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser, type TestUser } from '../factories.ts'
import { form } from '../documents/forms.ts'
import type { Caller } from '../http.ts'
import { callerFor } from '../tokens.ts'
import { foundByAxe } from './axe.ts'
import type { serveWebApp } from './web-app.ts'

/** The content type of Word documents. */
export const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const folder = process.env['CHANCERY_TEST_PICTURES']

/** A contract of an owner, who uploads files to it and opens their pages. */
export function useFilePages(app: Awaited<ReturnType<typeof serveWebApp>>) {
  const { parts } = app
  let owner: TestUser
  let asOwner: Caller
  let contractId: number
  beforeAll(async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    owner = await createUser(parts.app, { organisationId, passwordHash: await passwordHash() })
    const templateId = await createContractTemplate(parts.app, { organisationId })
    contractId = await insertContract(parts.app, { owner, templateId })
    asOwner = await callerFor(parts, owner)
  })
  return {
    owner: () => owner,
    asOwner: () => asOwner,
    contractId: () => contractId,
    async add(
      name: string,
      content: Buffer | string,
      contentType = 'application/octet-stream',
      more: Record<string, string> = {},
    ) {
      const { payload, headers } = form({
        targetResourceType: 'Contract',
        targetResourceId: String(contractId),
        onConflict: 'SaveVersion',
        ...more,
        file: { name, content, contentType },
      })
      return (await asOwner.post('/v2/files', payload, { headers })).json<{ id: number }>().id
    },
    openFile: (id: number, query = '', options: Parameters<typeof app.open>[0] = {}): Promise<Page> =>
      app.openAs({ email: owner.email, password }, `/files/${id}${query}`, options),
    faultsOf: (page: Page) => foundByAxe(page, 'main'),
    async picture(page: Page, name: string) {
      if (folder !== undefined) await page.screenshot({ path: `${folder}/files-${name}.png` })
    },
  }
}
