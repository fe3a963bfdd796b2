// v2 of the texts of the mails of your organisation.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule, type Server } from '../../../http/route.ts'
import { onDelete, onGet, onPost, onPut } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { propertiesOf } from '../../../http/v2/merge-patch.ts'
import { nullable } from '../../../http/v2/references.wire.ts'
import type { App } from '../../../platform/app.ts'
import { badInput } from '../../../platform/errors.ts'
import { logoPlace, type MailKind, type MailText } from '../../../platform/mail/mail-kind.ts'
import { currentText } from '../../../platform/mail/mail.ts'
import { readMailSettings, senderOf } from '../../../platform/mail/mail-settings.ts'
import { getMailKind, mailKinds } from '../mail-kinds.ts'
import { checkText, findLatest, listVersions, type MailTextVersion, sampleOf } from '../mail-texts.ts'
import { setMailText, testMailText } from '../set-mail-text.ts'
import { addMailSettingsRoutes } from './mail-settings.ts'

const administer = { access: { right: 'administer' } } as const
const person = Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() })
const changeSchema = Type.Object({ at: Type.String({ format: 'date-time' }), by: person })
const change = {
  at: '2026-03-02T09:00:00.000Z',
  by: { id: '5d7c4c1e-0f0a-4b7e-9d53-0f4a3b1c2d3e', name: 'Ana Prior' },
}

const own = {
  subject: Type.String({ minLength: 1, maxLength: 150 }),
  body: Type.String({ minLength: 1, maxLength: 5_000, description: 'A blank line starts a new paragraph.' }),
}
const text = { subject: 'Welcome to Legal', body: 'Hello {{firstName}},\n\nset your password:\n\n{{link}}' }
const newTextSchema = Type.Object(own, { additionalProperties: false, title: 'NewMailText' })
const optionalTextSchema = Type.Object(
  { subject: Type.Optional(own.subject), body: Type.Optional(own.body) },
  { additionalProperties: false, title: 'TriedMailText' },
)

const listed = {
  mail: Type.String({ description: 'Its name in paths.' }),
  label: Type.String(),
  when: Type.String({ description: 'When it is sent.' }),
  changed: Type.Union([changeSchema, Type.Null()], {
    description: 'When your organisation last changed the text, and who did; null for the standard text.',
  }),
}
const summary = { mail: 'invitation', label: 'Invitation', when: 'Somebody is invited.', changed: change }
const listSchema = Type.Object(
  { items: Type.Array(Type.Object(listed)) },
  { examples: [{ items: [summary] }] },
)
const placeholderSchema = Type.Object({
  name: Type.String(),
  label: Type.String(),
  sample: Type.String(),
  required: Type.Boolean({ description: 'Whether the body must have it.' }),
})
const textSchema = Type.Object(
  {
    ...listed,
    ...own,
    standard: Type.Object(own),
    placeholders: Type.Array(placeholderSchema),
  },
  {
    examples: [
      {
        ...summary,
        ...text,
        standard: text,
        placeholders: [{ name: 'firstName', label: 'first name', sample: 'Ana', required: false }],
      },
    ],
  },
)
const versionSchema = Type.Object({
  version: Type.Integer(),
  subject: nullable<string>('string', { description: 'null for the standard text.' }),
  body: nullable<string>('string'),
  changed: changeSchema,
})
const versionsSchema = Type.Object(
  { items: Type.Array(versionSchema) },
  { examples: [{ items: [{ version: 1, ...text, changed: change }] }] },
)
const previewSchema = Type.Object(
  { from: Type.String(), subject: Type.String(), text: Type.String(), html: Type.String() },
  {
    examples: [
      {
        from: 'Legal <chancery@legal.example>',
        subject: 'Welcome to Legal',
        text: 'Hello Ana,',
        html: '<p>Hello Ana,</p>',
      },
    ],
  },
)
function textFromV2(body: unknown): MailText {
  const { subject, body: says } = propertiesOf(body, ['subject', 'body'])
  return { subject: textOf('subject', subject).trim(), body: bodyOf(textOf('body', says)) }
}

/** Absent ones are those in use. */
function triedFromV2(body: unknown, inUse: MailText): MailText {
  const { subject, body: says } = propertiesOf(body ?? {}, ['subject', 'body'])
  return {
    subject: subject === undefined ? inUse.subject : textOf('subject', subject).trim(),
    body: says === undefined ? inUse.body : bodyOf(textOf('body', says)),
  }
}

const bodyOf = (text: string) => text.replaceAll('\r\n', '\n').trim()

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string' && value.isWellFormed()) return value
  throw badInput(name, value === undefined ? 'is missing.' : 'must be a text.')
}

const changeOf = ({ changedAt, changedBy }: MailTextVersion) => ({
  at: changedAt.toISOString(),
  by: { ...changedBy },
})

const summaryOf = ({ name, label, when }: MailKind, last: MailTextVersion | undefined) => ({
  mail: name,
  label,
  when,
  changed: last?.text ? changeOf(last) : null,
})

const sampleText = (sample: MailKind['placeholders'][string]['sample']) =>
  typeof sample === 'string' ? sample : sample.text

export const mailTextRoutes: RouteModule = (server, app) => {
  addMailSettingsRoutes(server, app)

  onGet(server, '/v2/mailTexts', {
    config: administer,
    summary: 'List the mails that your organisation sends',
    description: 'Every mail that the product sends, and whether your organisation has changed its text.',
    returns: listSchema,
    handler: async (request) => {
      const versions = await listVersions(app.db, { organisationId: actorOf(request).organisationId })
      // the newest first
      return {
        items: mailKinds.map((kind) =>
          summaryOf(
            kind,
            versions.find(({ mail }) => mail === kind.name),
          ),
        ),
      }
    },
  })

  onGet(server, '/v2/mailTexts/:mail', {
    config: administer,
    summary: 'Get the text of a mail',
    description: 'The text in use, the standard text, and the placeholders that it may contain.',
    returns: textSchema,
    handler: async (request, reply) => {
      const { organisationId } = actorOf(request)
      const kind = getMailKind(request.params.mail)
      const last = await findLatest(app.db, organisationId, kind)
      reply.header('etag', etagOf(last?.version ?? 0))
      const { subject, body } = last?.text ?? kind
      return {
        ...summaryOf(kind, last),
        subject,
        body,
        standard: { subject: kind.subject, body: kind.body },
        placeholders: Object.entries(kind.placeholders).map(([name, { label, sample, required }]) => ({
          name,
          label,
          sample: sampleText(sample),
          required: required === true,
        })),
      }
    },
  })

  onPut(server, '/v2/mailTexts/:mail', {
    config: { ...administer, ifMatch: true, etag: true, documentedBodies: jsonBody(newTextSchema, text) },
    summary: 'Set the text of a mail',
    description:
      'An unknown placeholder, or a body without a required one, is 400. Earlier texts are kept. With If-Match, only the version that was read: otherwise 412.',
    handler: async (request, reply) => {
      const kind = getMailKind(request.params.mail)
      const checkVersion = versionCheck(request)
      const set = { kind, text: textFromV2(request.body) }
      reply.header('etag', etagOf(await setMailText(app, actorOf(request), set, { checkVersion })))
    },
  })

  onDelete(server, '/v2/mailTexts/:mail', {
    config: { ...administer, ifMatch: true },
    summary: 'Return to the standard text of a mail',
    description: 'Your own text stays among the versions.',
    handler: async (request) => {
      const kind = getMailKind(request.params.mail)
      const checkVersion = versionCheck(request)
      await setMailText(app, actorOf(request), { kind, text: null }, { checkVersion })
    },
  })

  addTries(server, app)
}

function addTries(server: Server, app: App): void {
  onGet(server, '/v2/mailTexts/:mail/versions', {
    config: administer,
    summary: 'List the versions of the text of a mail',
    description: 'Newest first, with their authors.',
    returns: versionsSchema,
    handler: async (request) => {
      const { organisationId } = actorOf(request)
      const { name: mail } = getMailKind(request.params.mail)
      const versions = await listVersions(app.db, { organisationId, mail })
      return {
        items: versions.map((each) => ({
          version: each.version,
          subject: each.text?.subject ?? null,
          body: each.text?.body ?? null,
          changed: changeOf(each),
        })),
      }
    },
  })

  onPost(server, '/v2/mailTexts/:mail/preview', {
    config: { ...administer, documentedBodies: jsonBody(optionalTextSchema, text) },
    operationId: 'previewMailText',
    summary: 'Preview a mail with sample values',
    description: 'Uses the given text, or else the one in use. Nothing is stored or sent.',
    returns: previewSchema,
    handler: async (request) => {
      const { organisationId } = actorOf(request)
      const kind = getMailKind(request.params.mail)
      const tried = triedFromV2(request.body, await currentText(app.db, organisationId, kind))
      checkText(kind, tried)
      const from = senderOf(app.config.mailFrom, await readMailSettings(app.db, organisationId))
      const { html, ...sample } = sampleOf(kind, tried)
      return {
        from: typeof from === 'string' ? from : `${from.name} <${from.address}>`,
        ...sample,
        html: html.replace(logoPlace, ''),
      }
    },
  })

  onPost(server, '/v2/mailTexts/:mail/tests', {
    config: { ...administer, documentedBodies: jsonBody(optionalTextSchema, text), errors: ['conflict'] },
    operationId: 'testMailText',
    summary: 'Send yourself a test of a mail',
    description:
      'Uses the given text, or else the one in use, with sample values. The subject begins with "Test:". At most one in ten seconds.',
    returns: Type.Object({ to: Type.String() }, { examples: [{ to: 'ana@legal.example' }] }),
    handler: async (request) => {
      const actor = actorOf(request)
      const kind = getMailKind(request.params.mail)
      const tried = triedFromV2(request.body, await currentText(app.db, actor.organisationId, kind))
      return { to: await testMailText(app, actor, { kind, text: tried }) }
    },
  })
}
