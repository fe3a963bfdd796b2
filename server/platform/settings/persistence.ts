// Where data is stored and how it is protected: state folder, database, file storage, encryption key.
import { setting } from './setting.ts'
import { defaultStateDir } from './state-dir.ts'
import { addressOf, bucketName, integer, key, oneOf, url } from './values.ts'

const database = addressOf(['postgres', 'postgresql', 'socket'], 'postgres://user:password@host/database')

export const persistenceSettings = {
  stateDir: setting(
    'CHANCERY_STATE_DIR',
    'Folder of the embedded database, stored files and logs.',
    (value, env) => defaultStateDir({ ...env, CHANCERY_STATE_DIR: value }),
    '`.chancery` in the clone; see decisions/0002',
  ),
  encryptionKey: setting(
    'CHANCERY_ENCRYPTION_KEY',
    'Key that secrets are sealed with before they are stored: 32 bytes in base64 (`openssl rand -base64 32`). All processes on one database need the same key.',
    key,
    'generated once, in `encryption.key` in the state folder',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'A PostgreSQL (15 or newer) to use instead of the embedded one: `postgres://user:password@host/database`.',
    database,
    'the embedded PostgreSQL',
  ),
  replicaUrl: setting(
    'CHANCERY_REPLICA_URL',
    'A streaming replica of `DATABASE_URL`. Lists and searches are read from it whenever it has everything that was committed before the request; otherwise from the database itself.',
    database,
    'none',
  ),
  listenUrl: setting(
    'CHANCERY_DATABASE_LISTEN_URL',
    'The same database as `DATABASE_URL` without a connection pooler in transaction mode, through which notifications of the database do not arrive. One connection per process.',
    database,
    '`DATABASE_URL`',
  ),
  databaseConnectSeconds: setting(
    'CHANCERY_DATABASE_CONNECT_SECONDS',
    'How long a request waits for a connection to the database before it is answered with 503.',
    integer(5, 1, 300),
    '5',
  ),
  databaseConnections: setting(
    'CHANCERY_DATABASE_CONNECTIONS',
    'Maximum number of database connections per process.',
    integer(10, 2, 200),
    '10',
  ),
  storage: setting(
    'CHANCERY_STORAGE',
    'Where file contents are stored: `disk` (in the state folder) or `s3`.',
    oneOf(['disk', 's3'], 'disk'),
    'disk',
  ),
  fileCheckDays: setting(
    'CHANCERY_FILE_CHECK_DAYS',
    'Number of days in which all stored contents are read once in the background and compared with their hashes. 0: never.',
    integer(7, 0, 3_650),
    '7',
  ),
  fileCheckMegabytesPerSecond: setting(
    'CHANCERY_FILE_CHECK_RATE',
    'Maximum speed of that check, in megabytes per second.',
    integer(8, 1, 10_000),
    '8',
  ),
  s3Endpoint: setting(
    'CHANCERY_S3_ENDPOINT',
    'Endpoint of the S3 service, if different from the default of the region.',
    url,
    'the default of the region',
  ),
  s3Region: setting(
    'CHANCERY_S3_REGION',
    'Region of the bucket.',
    (value) => bucketName(value) ?? 'us-east-1',
    'us-east-1',
  ),
  s3Bucket: setting(
    'CHANCERY_S3_BUCKET',
    'Bucket for file contents; needed with `CHANCERY_STORAGE=s3`. Keys come from the usual `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.',
    bucketName,
    'none',
  ),
} as const
