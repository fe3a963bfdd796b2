// Creates the files of the demo as their people would: in folders, version by version. Existing files are not changed.
import { Readable } from 'node:stream'
import { findByName } from '../../../files/access.ts'
import { listBin } from '../../../files/bin.ts'
import { updateFile } from '../../../files/commands/update-file.ts'
import { createFileLink } from '../../../files/commands/create-file-link.ts'
import { createFolder } from '../../../files/commands/create-folder.ts'
import { deleteFile } from '../../../files/commands/delete-file.ts'
import { uploadToSubject } from '../../../files/commands/upload-file.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import type { MayContribute } from '../../../platform/granted.ts'
import type { Subject } from '../../../platform/subject.ts'
import { actorFor } from '../actor.ts'
import { harbour } from '../plans/core-records.ts'
import { docxOf } from '../../../platform/documents/writing/docx.ts'
import { getDemoMatter } from '../find-demo-records.ts'
import { type DemoFile, demoFiles } from '../plans/demo-files.ts'
import { pdfOf } from '../documents/pdf.ts'
import type { SampleDocument } from '../../../platform/documents/writing/sample-document.ts'
import { findContract } from './seed-contract.ts'
import type { Made } from './seed-directory.ts'

/** Creates whatever is missing of them; their matters and contracts must exist. */
export async function seedFiles(app: App, made: Made): Promise<void> {
  const organisationId = made.organisation(harbour)
  const deleted = new Set((await listBin(app.db, organisationId)).map(({ name }) => name))
  for (const paper of demoFiles) {
    const [name = '', ...folders] = paper.path.split('/').toReversed()
    if (paper.isDeleted && deleted.has(name)) continue
    const actor = await actorFor(app, made.user(paper.by))
    const { kind, externalId } = paper.record
    const id =
      kind === 'matter'
        ? (await getDemoMatter(app, actor, organisationId, externalId)).id
        : ((await findContract(app, actor, externalId)) ?? 0)
    const subject = await app.subjects[kind].getToContribute(app.db, actor, id)
    const folderId = await seedFolders(app, actor, subject, folders.toReversed())
    if (paper.inPrivateFolder) await updateFile(app, actor, folderId ?? 0, () => ({ isPrivate: true }))
    if (await findByName(app.db, { subject, lock: false }, { folderId, name })) continue
    await seedFile(app, actor, { paper, subject, folderId, name })
  }
}

async function seedFolders(
  app: App,
  actor: Actor,
  subject: Subject & MayContribute,
  names: readonly string[],
): Promise<number | null> {
  let folderId: number | null = null
  for (const name of names) {
    const there: { readonly id: number } | undefined = await findByName(
      app.db,
      { subject, lock: false },
      { folderId, name },
    )
    folderId = there?.id ?? (await createFolder(app, actor, subject, { name, folderId }))
  }
  return folderId
}

interface Paper {
  readonly paper: DemoFile
  readonly subject: Subject & MayContribute
  readonly folderId: number | null
  readonly name: string
}

async function seedFile(app: App, actor: Actor, { paper, subject, folderId, name }: Paper): Promise<void> {
  const placement = { folderId: folderId ?? 0 }
  let id =
    paper.webUri === undefined
      ? 0
      : await createFileLink(app, actor, subject, { ...paper, webUri: paper.webUri, name, folderId })
  for (const document of paper.versions) {
    const file = await uploadToSubject(app, actor, subject, {
      source: Readable.from([written(document, name)]),
      fileName: name,
      contentType: undefined,
      placement: async () => placement,
    })
    id = file?.fileId ?? id
  }
  const { description, isPrivate, isLocked } = paper
  await updateFile(app, actor, id, () => ({
    ...(description === undefined ? {} : { description }),
    ...(isPrivate === undefined ? {} : { isPrivate }),
    ...(isLocked === undefined ? {} : { isLocked }),
  }))
  if (paper.isDeleted) await deleteFile(app, actor, id)
}

const written = (document: SampleDocument, name: string) =>
  name.endsWith('.pdf') ? pdfOf(document) : docxOf(document)
