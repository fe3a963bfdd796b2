// v2 of the first steps of an organisation, and of the test of its mail.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { needed, propertiesOf, truthIn } from '../../http/v2/merge-patch.ts'
import { notFound } from '../../platform/errors.ts'
import { readBackupSetup, readMailSetup } from '../mail-and-backups.ts'
import {
  backupSetupSchema,
  backupSetupToV2,
  mailSetupSchema,
  mailSetupToV2,
} from './mail-and-backups.wire.ts'
import { firstSteps, type FirstStep, readFirstSteps, sendTestMail, skipFirstStep } from '../first-steps.ts'

const administer = { access: { right: 'administer' } } as const
const params = Type.Object({ step: Type.String({ description: firstSteps.join(', ') }) })
const skipBody = Type.Object({ skipped: Type.Boolean() }, { additionalProperties: false })

const stepsSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        step: Type.Unsafe<FirstStep>({ type: 'string', enum: [...firstSteps] }),
        done: Type.Boolean({ description: 'Read off what the organisation has.' }),
        skipped: Type.Boolean(),
        missing: Type.Array(Type.String(), {
          description: 'What is still missing for it, where it takes several things, such as “a logo”.',
        }),
        attention: Type.Array(Type.String(), {
          description:
            'What is wrong now with what is done: an old or failed backup, mail that does not leave. Empty if nothing is.',
        }),
      }),
    ),
  },
  {
    title: 'FirstSteps',
    examples: [{ items: [{ step: 'People', done: true, skipped: false, missing: [], attention: [] }] }],
  },
)

export const firstStepRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/firstSteps', {
    config: administer,
    summary: 'List the first steps of your organisation',
    description:
      'Logo and financial year, people, types, what can be asked for, a law firm, a test of mail, a backup of the installation: each with whether it is done, which is read off what there is.',
    returns: stepsSchema,
    handler: async (request) => ({
      items: (await readFirstSteps(app, actorOf(request))).map((step) => ({
        ...step,
        missing: [...step.missing],
        attention: [...step.attention],
      })),
    }),
  })

  onGet(server, '/v2/firstSteps/mail', {
    config: administer,
    operationId: 'getMailSetup',
    summary: 'Get how mail goes out',
    description:
      'Whether there is a mail server, who mail of your organisation is from, and what became of the last test of `POST /v2/me/testMail`. The settings themselves are the operator’s, and are not shown.',
    returns: mailSetupSchema,
    handler: async (request) => mailSetupToV2(await readMailSetup(app, actorOf(request))),
  })

  onGet(server, '/v2/firstSteps/backup', {
    config: administer,
    operationId: 'getBackupSetup',
    summary: 'Get how old the backups are',
    description:
      'When a backup of the installation was made, failed and was read again last, what is wrong, and what its operator does about it. The step is done once one has succeeded.',
    returns: backupSetupSchema,
    handler: async () => backupSetupToV2(await readBackupSetup(app)),
  })

  onPut(server, '/v2/firstSteps/:step', {
    config: { ...administer, documentedBodies: jsonBody(skipBody, { skipped: true }) },
    summary: 'Skip a first step, or take it up again',
    description: 'A step that is skipped is not suggested any more. It is done, or not, all the same.',
    params,
    handler: async (request) => {
      const wanted = request.params.step.toLowerCase()
      const step = firstSteps.find((each) => each.toLowerCase() === wanted)
      if (!step) throw notFound()
      const { skipped } = propertiesOf(request.body, ['skipped'])
      await skipFirstStep(app, actorOf(request), {
        step,
        skipped: needed('skipped', truthIn({ skipped }, 'skipped')),
      })
    },
  })

  onPost(server, '/v2/me/testMail', {
    config: administer,
    operationId: 'sendTestMail',
    summary: 'Send a test mail to yourself',
    description:
      'To see whether mail of the installation arrives. 409 within a minute of the last one of your organisation. In a sandbox without a mail server it is in the outbox.',
    returns: Type.Object({ to: Type.String() }, { title: 'TestMail', examples: [{ to: 'jo@acme.example' }] }),
    handler: (request) => sendTestMail(app, actorOf(request)),
  })
}
