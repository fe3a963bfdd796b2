// Where backups go, when, how many are kept, and who is told when one fails.
import { setting } from './setting.ts'
import { integer, optional, schedule, text, url } from './values.ts'

export const backupSettings = {
  backupPlace: setting(
    'CHANCERY_BACKUP_PLACE',
    'Where scheduled backups are written: an absolute folder, or `s3://bucket/prefix`.',
    optional,
    'none',
  ),
  backupSchedule: setting(
    'CHANCERY_BACKUP_SCHEDULE',
    'When the server makes a backup by itself, in the five fields of crontab, UTC: `30 2 * * *` is every night at 2:30. Needs `CHANCERY_BACKUP_PLACE`.',
    schedule,
    'never',
  ),
  backupKeep: setting(
    'CHANCERY_BACKUP_KEEP',
    'How many backups of a place are kept, the newest ones; 0 is all. The newest one always stays.',
    integer(0, 0, 100_000),
    '0 (all)',
  ),
  backupKeepDays: setting(
    'CHANCERY_BACKUP_KEEP_DAYS',
    'For how many days backups are kept; 0 is for ever. The newest one always stays.',
    integer(0, 0, 100_000),
    '0 (for ever)',
  ),
  backupPassphrase: setting(
    'CHANCERY_BACKUP_PASSPHRASE',
    'Passphrase that backups are encrypted with. Without one, new places are not encrypted and the encryption key is not in the backup.',
    optional,
    'none',
  ),
  backupPassphraseFile: setting(
    'CHANCERY_BACKUP_PASSPHRASE_FILE',
    'File whose first line is the passphrase, instead of the setting above.',
    optional,
    'none',
  ),
  backupS3Endpoint: setting(
    'CHANCERY_BACKUP_S3_ENDPOINT',
    'Address of the S3 service for backups, when it is not that of the file contents.',
    url,
    'CHANCERY_S3_ENDPOINT',
  ),
  backupS3Region: setting(
    'CHANCERY_BACKUP_S3_REGION',
    'Region of the bucket for backups.',
    text(''),
    'CHANCERY_S3_REGION',
  ),
  operatorEmail: setting(
    'CHANCERY_OPERATOR_EMAIL',
    'Address that is told when a scheduled backup fails. Needs `CHANCERY_SMTP_URL`.',
    optional,
    'none',
  ),
} as const
