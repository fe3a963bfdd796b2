// Background work on contracts.
import Type from 'typebox'
import { defineJob, type Job, type Recurring } from '../platform/jobs.ts'
import { remindOfExpiry } from './key-dates/remind-of-expiry.ts'
import { remindOfKeyDates } from './key-dates/remind-of-key-dates.ts'
import { expireContracts } from './commands/expire-contracts.ts'

const expire = defineJob({
  name: 'expire-contracts',
  payload: Type.Unknown(),
  async run(app) {
    const expired = await expireContracts(app)
    if (expired > 0) app.log.info({ expired }, 'contracts expired')
  },
})

const remind = defineJob({
  name: 'remind-of-key-dates',
  payload: Type.Unknown(),
  async run(app) {
    const reminded = await remindOfKeyDates(app)
    if (reminded > 0) app.log.info({ reminded }, 'people are reminded of key dates')
  },
})

const remindExpiring = defineJob({
  name: 'remind-of-expiry',
  payload: Type.Unknown(),
  async run(app) {
    const reminded = await remindOfExpiry(app)
    if (reminded > 0) app.log.info({ reminded }, 'people are reminded that contracts expire')
  },
})

export const contractJobs: readonly Job[] = [expire, remind, remindExpiring]

export const contractTimetable: readonly Recurring[] = contractJobs.map(({ name }) => ({
  at: '* * * * *',
  job: name,
}))
