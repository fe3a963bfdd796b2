// How records and files behave, and how long things are kept.
import { setting } from './setting.ts'
import { integer, text } from './values.ts'

export const recordsSettings = {
  displayIdPrefix: setting(
    'CHANCERY_DISPLAY_ID_PREFIX',
    'Prefix of the display numbers of matters and files.',
    text('LW'),
    'LW',
  ),
  maxUploadBytes: setting(
    'CHANCERY_MAX_UPLOAD_BYTES',
    'Largest file that may be uploaded, in bytes.',
    integer(10 * 1024 ** 3, 1, 1024 ** 4),
    '10737418240 (10 GiB)',
  ),
  binDays: setting(
    'CHANCERY_BIN_DAYS',
    'Days that deleted files stay in the bin before they are purged with their contents.',
    integer(30, 0, 36_500),
    '30',
  ),
  fileLockHours: setting(
    'CHANCERY_FILE_LOCK_HOURS',
    'Hours after which the lock of a file expires, unless it is renewed.',
    integer(24, 1, 8_760),
    '24',
  ),
  accessTokenSeconds: setting(
    'CHANCERY_ACCESS_TOKEN_SECONDS',
    'Lifetime of an access token, in seconds.',
    integer(3600, 1, 86_400),
    '3600',
  ),
} as const
