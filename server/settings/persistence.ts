// Where data is kept and how it is protected: state folder, database, file storage, encryption key.
import { defaultStateDir } from '../platform/installation/state-folder.ts'
import { setting } from './setting.ts'
import { integer, key, oneOf, optional, text, url } from './values.ts'

export const persistenceSettings = {
  stateDir: setting(
    'CHANCERY_STATE_DIR',
    'Folder of the embedded database, of stored files and of logs.',
    (value, env) => defaultStateDir({ ...env, CHANCERY_STATE_DIR: value }),
    '`.chancery` in the clone; see decisions/0002',
  ),
  encryptionKey: setting(
    'CHANCERY_ENCRYPTION_KEY',
    'Key that secrets are sealed with before they are stored: 32 bytes in base64 (`openssl rand -base64 32`). All processes on one database need the same.',
    key,
    'made once, in `encryption.key` of the state folder',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'A PostgreSQL (15 or newer) to use instead of the embedded one: `postgres://user:password@host/database`.',
    optional,
    'the embedded PostgreSQL',
  ),
  databaseConnections: setting(
    'CHANCERY_DATABASE_CONNECTIONS',
    'Connections to the database that one process holds at most.',
    integer(10, 2, 200),
    '10',
  ),
  storage: setting(
    'CHANCERY_STORAGE',
    'Where file contents are kept: `disk` (in the state folder) or `s3`.',
    oneOf(['disk', 's3'], 'disk'),
    'disk',
  ),
  fileCheckDays: setting(
    'CHANCERY_FILE_CHECK_DAYS',
    'All stored contents are read again and compared with their hashes once in so many days, in the background. 0: never.',
    integer(7, 0, 3_650),
    '7',
  ),
  fileCheckMegabytesPerSecond: setting(
    'CHANCERY_FILE_CHECK_RATE',
    'How fast that check reads at most, in megabytes a second.',
    integer(8, 1, 10_000),
    '8',
  ),
  s3Endpoint: setting(
    'CHANCERY_S3_ENDPOINT',
    'Address of the S3 service, for services other than the one of the region.',
    url,
    'the service of the region',
  ),
  s3Region: setting('CHANCERY_S3_REGION', 'Region of the bucket.', text('us-east-1'), 'us-east-1'),
  s3Bucket: setting(
    'CHANCERY_S3_BUCKET',
    'Bucket for file contents; needed with `CHANCERY_STORAGE=s3`. Keys come from the usual `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.',
    optional,
    'none',
  ),
} as const
