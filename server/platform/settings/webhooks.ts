// How notifications are sent to webhook receivers.
import { setting } from './setting.ts'
import { integer, networks, optional, seconds } from './values.ts'

export const webhooksSettings = {
  webhookRetryDelays: setting(
    'CHANCERY_WEBHOOK_RETRY_DELAYS',
    'Seconds before each retry of a failed notification; after the last one it is abandoned.',
    seconds,
    '60,120,300',
  ),
  webhookDedupeWindow: setting(
    'CHANCERY_WEBHOOK_DEDUPE_WINDOW',
    'Seconds for which notifications of `matter.updated` and `contract.updated` are collected into one.',
    integer(120, 0, 86_400),
    '120',
  ),
  webhookLogDays: setting(
    'CHANCERY_WEBHOOK_LOG_DAYS',
    'Days for which the notification log is kept: deliveries, attempts, and held or suppressed notifications.',
    integer(30, 2, 3650),
    '30',
  ),
  webhookAllowedNetworks: setting(
    'CHANCERY_WEBHOOK_ALLOWED_NETWORKS',
    'Private networks that webhook receivers may be in, separated by commas: `10.1.0.0/16`, or the word `loopback`.',
    networks,
    'none; `loopback` in a sandbox that itself listens on loopback',
  ),
  webhookCaFile: setting(
    'CHANCERY_WEBHOOK_CA_FILE',
    'File of additional certificates (PEM) to trust when sending notifications.',
    optional,
    'none',
  ),
} as const
