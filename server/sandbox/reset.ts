// The reset of a sandbox: the demo as it was at first, and the clock at real time.
import { findDemoClient } from './demo/demo-client.ts'
import { resetDemo } from './demo/reset-demo.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { forbidden } from '../platform/errors.ts'
import { moveSandboxClock, refuseProduction } from './clock.ts'

/** What is there after a reset. */
export interface SandboxReset {
  readonly now: Date
  readonly organisations: readonly { readonly id: number; readonly name: string }[]
  readonly removedPeople: number
  readonly disabledPeople: number
  /** Null if the demo client is gone. */
  readonly clientId: string | null
}

/**
 * Puts the demo back to its first state, for an administrator of one of its organisations, or for the operator if there
 * is no actor. The actor stays even if the demo does not have them. Throws not_found in production, forbidden for
 * people of other organisations, conflict without a demo.
 */
export async function resetSandbox(app: App, actor?: Actor): Promise<SandboxReset> {
  refuseProduction(app)
  const check = (organisationIds: readonly number[]) => {
    if (actor && !organisationIds.includes(actor.organisationId))
      throw forbidden('Only administrators of the organisations of the demo may reset it.')
  }
  const { organisations, otherPeople } = await resetDemo(app, {
    check,
    beforeSeeding: async () => {
      await moveSandboxClock(app, { reset: true })
    },
    ...(actor ? { callerId: actor.userId } : {}),
  })
  app.log.info({ user: actor?.userId, ...otherPeople }, 'the demo was reset')
  const client = await findDemoClient(app)
  return {
    now: app.clock.now(),
    organisations,
    removedPeople: otherPeople.removed,
    disabledPeople: otherPeople.disabled,
    clientId: client?.clientId ?? null,
  }
}
