// Rate limits, and the minimum speed of request bodies.
import { setting } from './setting.ts'
import { integer, oneOf } from './values.ts'

export const limitsSettings = {
  rateLimits: setting(
    'CHANCERY_RATE_LIMITS',
    'Whether the four rate limits below apply: `on` or `off`. Turn them off only for benchmarks on one machine.',
    oneOf(['on', 'off'], 'on'),
    'on',
  ),
  callerRate: setting(
    'CHANCERY_CALLER_RATE',
    'Sustained requests per second that one person may send through one client, or through the web app.',
    integer(50, 1, 100_000),
    '50',
  ),
  callerBurst: setting(
    'CHANCERY_CALLER_BURST',
    'Requests that such a caller may send at once after a quiet period.',
    integer(200, 1, 1_000_000),
    '200',
  ),
  anonymousRate: setting(
    'CHANCERY_ANONYMOUS_RATE',
    'Sustained requests per second that one address (IPv6: one /64 network) may send without a valid token or session. Opening the sign-in page has ten times that; static files have none; signing in and refreshing tokens count only if they fail.',
    integer(10, 1, 100_000),
    '10',
  ),
  anonymousBurst: setting(
    'CHANCERY_ANONYMOUS_BURST',
    'Requests that such an address may send at once after a quiet period.',
    integer(50, 1, 1_000_000),
    '50',
  ),
  organisationRequests: setting(
    'CHANCERY_ORGANISATION_REQUESTS',
    'Requests of one organisation that a process handles concurrently while other organisations are active; further ones are queued. 0 sets no limit.',
    integer(1, 0, 1_000),
    '1',
  ),
  minimumBodyRate: setting(
    'CHANCERY_MINIMUM_BODY_RATE',
    'Minimum rate of a request body in bytes per second, averaged over 30 seconds; slower requests are aborted. 0 sets no limit.',
    integer(500, 0, 1_000_000_000),
    '500',
  ),
} as const
