// v2 of the placeholders of a wizard document: of the one that a type has, and of one that it may get.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { nullableObject } from '../../http/v2/references.wire.ts'
import { docxNames } from '../../platform/documents/docx-workers.ts'
import { badInput } from '../../platform/errors.ts'
import { type Candidate, type NamedField, readPlaceholders, type ReadPlaceholders } from '../placeholders.ts'
import { getContractType, getTemplate } from '../templates.ts'
import { docxType } from '../../platform/documents/text/text-formats.ts'

const administer = { access: { right: 'administer' } } as const
const largest = 64 * 1024 * 1024

const namedField = {
  id: Type.String(),
  label: Type.String(),
  mergeName: Type.String(),
  write: Type.String({
    description:
      'What a document may write for it in braces: its label, or the merge name where that is of several.',
  }),
}
const guess = nullableObject(
  { ...namedField, onForm: Type.Boolean() },
  { description: 'The field that was probably meant, which may not be on the form yet.' },
)

const placeholdersSchema = Type.Object(
  {
    placeholders: Type.Array(
      Type.Object({
        name: Type.String(),
        is: Type.Unsafe<'Field' | 'Section' | 'Contract' | null>({
          type: ['string', 'null'],
          enum: ['Field', 'Section', 'Contract', null],
          description:
            'What it refers to: a field or a section of the wizard form, or what every contract has. Null: nothing, so that the document is refused.',
        }),
        field: nullableObject(namedField),
        guess,
        possible: Type.Array(Type.Object(namedField), {
          description:
            'The fields of the form that it may be, where these are several: it refers to none then.',
        }),
      }),
    ),
    unused: Type.Array(Type.Object(namedField), {
      description: 'Fields of the wizard form that the document does not use.',
    }),
    others: Type.Array(Type.String(), {
      description: 'What every document may write besides: of the contract, and the titles of sections.',
    }),
    blanks: Type.Array(Type.Object({ text: Type.String(), guess }), {
      description:
        'Words in square brackets, such as `[Fill in state]`, of a document that is read: no placeholders, but places that people fill in. The first 200.',
    }),
  },
  {
    title: 'Placeholders',
    examples: [
      {
        placeholders: [
          {
            name: 'rent',
            is: 'Field',
            field: { id: 'rent', label: 'Rent', mergeName: 'rent', write: 'Rent' },
            guess: null,
            possible: [],
          },
          {
            name: 'tenantt',
            is: null,
            field: null,
            guess: { id: 'tenant', label: 'Tenant', mergeName: 'tenant', write: 'Tenant', onForm: true },
            possible: [],
          },
        ],
        unused: [],
        others: ['contractName', 'organisationName', 'ownerName', 'today'],
        blanks: [{ text: '[Fill in state]', guess: null }],
      },
    ],
  },
)

const fieldToV2 = ({ id, label, mergeName, write }: NamedField) => ({ id, label, mergeName, write })
const guessToV2 = (field: Candidate | null) => field && { ...fieldToV2(field), onForm: field.onForm }

const toV2 = ({ placeholders, unused, others, blanks }: ReadPlaceholders) => ({
  placeholders: placeholders.map(({ name, is, field, guess: meant, possible }) => ({
    name,
    is,
    field: field && fieldToV2(field),
    guess: guessToV2(meant),
    possible: possible.map(fieldToV2),
  })),
  unused: unused.map(fieldToV2),
  others: [...others],
  blanks: blanks.map(({ text, guess: meant }) => ({ text, guess: guessToV2(meant) })),
})

export const contractTypePlaceholderRoutes: RouteModule = (server, app) => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) =>
    done(null, body),
  )

  onGet(server, '/v2/contractTypes/:typeId/placeholders', {
    config: administer,
    summary: 'List the placeholders of a wizard document',
    description: 'Each with what it refers to. Empty if the type has no wizard.',
    returns: placeholdersSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const templateId = idOf(request.params.typeId)
      const row = await getContractType(app, actor, templateId, ['wizardNames'])
      const names = (row['wizardNames'] ?? []) as readonly string[]
      const key = { organisationId: actor.organisationId, form: 'ContractWizard', templateId } as const
      return toV2(await readPlaceholders(app.db, key, { names }))
    },
  })

  onPost(server, '/v2/contractTypes/:typeId/placeholders', {
    config: {
      ...administer,
      documentedBodies: [docxType, 'application/octet-stream'].map((contentType) => ({
        contentType,
        schema: { type: 'string', format: 'binary' },
      })),
    },
    summary: 'Read the placeholders of a Word document',
    description:
      'The body is the document. Each placeholder comes with what it would refer to if this were the document of the type, or with a guess. Nothing is stored. 400 says what is wrong with a document that cannot be used at all.',
    returns: placeholdersSchema,
    handler: async (request) => {
      const { organisationId } = actorOf(request)
      const templateId = idOf(request.params.typeId)
      await getTemplate(app.db, { organisationId }, templateId)
      const { body } = request
      if (!Buffer.isBuffer(body) || body.length === 0)
        throw badInput('document', 'is missing: send the Word document as the body.')
      const input = { bytes: body, input: 'document' }
      const read = await app.documents.run(docxNames, input, { organisationId, input: 'document' })
      const key = { organisationId, form: 'ContractWizard', templateId } as const
      return toV2(await readPlaceholders(app.db, key, read))
    },
  })
}
