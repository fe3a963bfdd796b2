// Where backups go, when they are made, how many are kept, and who is notified of a failure.
import { setting } from './setting.ts'
import { backupPlace, bucketName, integer, mailAddress, optional, schedule, url } from './values.ts'

export const backupSettings = {
  backupPlace: setting(
    'CHANCERY_BACKUP_PLACE',
    'Where scheduled backups are written: an absolute folder, or `s3://bucket/prefix`.',
    backupPlace,
    'none',
  ),
  backupSchedule: setting(
    'CHANCERY_BACKUP_SCHEDULE',
    'When the server makes a backup automatically, as a crontab expression in UTC: `30 2 * * *` is every night at 2:30. Needs `CHANCERY_BACKUP_PLACE`.',
    schedule,
    'never',
  ),
  backupKeep: setting(
    'CHANCERY_BACKUP_KEEP',
    'How many backups are kept in a place, newest first; 0 keeps all. The newest one is always kept.',
    integer(0, 0, 100_000),
    '0 (all)',
  ),
  backupKeepDays: setting(
    'CHANCERY_BACKUP_KEEP_DAYS',
    'How many days backups are kept; 0 keeps them for ever. The newest one is always kept.',
    integer(0, 0, 100_000),
    '0 (for ever)',
  ),
  backupPassphrase: setting(
    'CHANCERY_BACKUP_PASSPHRASE',
    'Passphrase that backups are encrypted with. Without one, new backup places are not encrypted and backups do not contain the encryption key.',
    optional,
    'none',
  ),
  backupPassphraseFile: setting(
    'CHANCERY_BACKUP_PASSPHRASE_FILE',
    'File whose first line is the passphrase, as an alternative to the setting above.',
    optional,
    'none',
  ),
  backupS3Endpoint: setting(
    'CHANCERY_BACKUP_S3_ENDPOINT',
    'Endpoint of the S3 service for backups, if different from the one for file contents.',
    url,
    'CHANCERY_S3_ENDPOINT',
  ),
  backupS3Region: setting(
    'CHANCERY_BACKUP_S3_REGION',
    'Region of the bucket for backups.',
    (value) => bucketName(value) ?? '',
    'CHANCERY_S3_REGION',
  ),
  operatorEmail: setting(
    'CHANCERY_OPERATOR_EMAIL',
    'Email address that is notified when a scheduled backup fails. Needs `CHANCERY_SMTP_URL`.',
    mailAddress,
    'none',
  ),
} as const
