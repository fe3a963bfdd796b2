// How much one caller may ask of the server, and how slowly a body may arrive.
import { setting } from './setting.ts'
import { integer, oneOf } from './values.ts'

export const limitsSettings = {
  rateLimits: setting(
    'CHANCERY_RATE_LIMITS',
    'Whether requests are limited by the four rates below: `on` or `off`. Off is for benchmarks on one machine.',
    oneOf(['on', 'off'], 'on'),
    'on',
  ),
  callerRate: setting(
    'CHANCERY_CALLER_RATE',
    'Requests a second that one person may send through one client, or through the web app, over time.',
    integer(50, 1, 100_000),
    '50',
  ),
  callerBurst: setting(
    'CHANCERY_CALLER_BURST',
    'Requests that such a caller may send at once after a quiet time.',
    integer(200, 1, 1_000_000),
    '200',
  ),
  anonymousRate: setting(
    'CHANCERY_ANONYMOUS_RATE',
    'Requests a second that one address (IPv6: one /64 network) may send over time without a valid token or session. Files of the web app have ten times as many.',
    integer(10, 1, 100_000),
    '10',
  ),
  anonymousBurst: setting(
    'CHANCERY_ANONYMOUS_BURST',
    'Requests that such an address may send at once after a quiet time.',
    integer(50, 1, 1_000_000),
    '50',
  ),
  organisationRequests: setting(
    'CHANCERY_ORGANISATION_REQUESTS',
    'Requests of one organisation that a process works on at the same time while other organisations are active; further ones wait their turn. 0 sets no limit.',
    integer(1, 0, 1_000),
    '1',
  ),
  minimumBodyRate: setting(
    'CHANCERY_MINIMUM_BODY_RATE',
    'Bytes a second, averaged over 30 seconds, at which a body must arrive; slower requests are ended. 0 sets no limit.',
    integer(500, 0, 1_000_000_000),
    '500',
  ),
} as const
