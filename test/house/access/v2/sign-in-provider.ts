// Access to the identity provider of an organisation.
import { randomUUID } from 'node:crypto'
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { Tx } from '../../../../server/platform/postgres/database.ts'
import { selfSignedRsaCertificate } from '../../../../server/platform/outbound/self-signed.ts'
import { samlKeyPurpose } from '../../../../server/identity/sessions/sso/saml/saml-keys.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

/** Tested settings, in every organisation: what an administrator calls acts on their own. */
async function draft({ app }: World) {
  const name = mark()
  const { cert } = await selfSignedRsaCertificate('Identity provider')
  const revision = randomUUID()
  const values = {
    protocol: 'saml',
    name,
    issuer: 'https://login.example',
    saml: JSON.stringify({
      ssoUrl: 'https://login.example/sso',
      certificates: [cert.replaceAll(/-----[^-]+-----|\s/g, '')],
      idpInitiated: false,
      allowSha1: false,
      emailAttribute: null,
    }),
    revision,
    tested_revision: revision,
    passed: true,
  }
  await eachOrganisation(app, (tx, now, organisationId) =>
    tx
      .insertInto('identity_provider_drafts')
      .values({ organisation_id: organisationId, updated_at: now, tested_at: now, ...values })
      .onConflict((clash) => clash.column('organisation_id').doUpdateSet(values))
      .execute(),
  )
}

async function live({ app }: World) {
  const provider = { name: mark(), issuer: 'https://login.example', client_id: 'chancery' }
  await eachOrganisation(app, (tx, now, organisationId) =>
    tx
      .insertInto('identity_providers')
      .values({ organisation_id: organisationId, created_at: now, updated_at: now, ...provider })
      .onConflict((clash) => clash.column('organisation_id').doUpdateSet(provider))
      .execute(),
  )
}

/** Two certificates in every organisation; the id of the first one of this. */
async function certificates({ app, organisationId: own }: World): Promise<number> {
  const { cert, key } = await selfSignedRsaCertificate('Chancery')
  const sealed = await app.vault.seal(key, samlKeyPurpose)
  let first = 0
  await eachOrganisation(app, async (tx, now, organisationId) => {
    await tx
      .insertInto('saml_service_providers')
      .values({ organisation_id: organisationId, public_id: randomUUID(), created_at: now })
      .onConflict((clash) => clash.column('organisation_id').doNothing())
      .execute()
    await tx.deleteFrom('saml_keys').where('organisation_id', '=', organisationId).execute()
    const one = {
      organisation_id: organisationId,
      certificate: cert,
      private_sealed: sealed,
      created_at: now,
    }
    const [made] = await tx.insertInto('saml_keys').values([one, one]).returning('id').execute()
    if (organisationId === own) first = made?.id ?? 0
  })
  return first
}

async function eachOrganisation(
  app: World['app'],
  write: (tx: Tx, now: Date, organisationId: number) => Promise<unknown>,
): Promise<void> {
  await internalTransaction(app, async (tx, now) => {
    const organisations = await tx.selectFrom('organisations').select('id').execute()
    for (const { id } of organisations) await write(tx, now, id)
  })
}

const settings = {
  protocol: 'OpenIdConnect',
  issuer: 'https://login.example',
  clientId: 'chancery',
  clientSecret: 'secret',
}

export const signInProviderCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/signInProvider',
    make: () => ({}),
    outsider: 'may',
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'PUT /v2/signInProvider',
    make: () => ({ body: { ...settings, name: mark() } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    // it begins in a browser: a token is refused
    route: 'POST /v2/signInProvider/tests',
    way: 'session',
    changesNothing: 'a login attempt is kept with those of people who are not signed in yet',
    make: async (world) => {
      await certificates(world)
      await draft(world)
      return {}
    },
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'POST /v2/signInProvider/enable',
    make: async (world) => {
      await draft(world)
      return {}
    },
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'POST /v2/signInProvider/disable',
    make: async (world) => {
      await live(world)
      return {}
    },
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'POST /v2/signInProvider/certificates',
    make: async (world) => {
      await certificates(world)
      return {}
    },
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'DELETE /v2/signInProvider/certificates/:certificateId',
    make: async (world) => ({ params: { certificateId: await certificates(world) } }),
    colleague: 403,
  },
]
