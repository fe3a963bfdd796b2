// Background work on contracts.
import Type from 'typebox'
import { defineJob, type Job, type Recurring } from '../platform/jobs.ts'
import { expireContracts } from './commands/expire-contracts.ts'

const expire = defineJob({
  name: 'expire-contracts',
  payload: Type.Unknown(),
  async run(app) {
    const expired = await expireContracts(app)
    if (expired > 0) app.log.info({ expired }, 'contracts expired')
  },
})

export const contractJobs: readonly Job[] = [expire]

export const contractTimetable: readonly Recurring[] = [{ at: '* * * * *', job: expire.name }]
