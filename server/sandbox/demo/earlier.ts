// What the people of the demo did before the day on which it is made.
import type { App } from '../../platform/app.ts'

/** The app as it was at a moment: what is done with it happened then. What was mailed then is not mailed now. */
export const earlier = (app: App, moment: Date): App => ({
  ...app,
  clock: {
    now: () => moment,
    databaseTime: () => app.clock.databaseTime(),
    refresh: () => app.clock.refresh(),
    stop: () => undefined,
  },
  mail: { write: async () => undefined, send: async () => undefined },
})
