// How the shell blocks of the documentation are run by running-blocks.test.ts: which are not, and why, and who calls.
// A block is named by how it begins; what is said holds for all blocks of the page that begin so.

interface PagePlan {
  /** Whose token `$TOKEN` is. */
  readonly as?: 'admin' | 'counsel' | 'partner'
  /** Why blocks are not run. What is in them is checked all the same. */
  readonly notRun?: Readonly<Record<string, string>>
  /** What the answer of a block gives to those after it: variables, and the properties that they are. */
  readonly keeps?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What differs in the examples of a page, besides ids, addresses and places: as it is written, and as it is run. */
  readonly instead?: Readonly<Record<string, string>>
}

export const plans: Readonly<Record<string, PagePlan>> = {
  'README.md': { notRun: { 'npm start': 'starts what the other blocks run against' } },
  'CONTRIBUTING.md': { notRun: { npm: 'runs every test and check, and writes files of the repository' } },
  'deploy/README.md': {
    notRun: {
      'deploy/install.sh': 'needs root, systemd and a release',
      'npm run release': 'takes minutes, and a container engine',
    },
  },
  'docs/export.md': {
    as: 'admin',
    notRun: {
      'node bin/chancery.mjs organisation import':
        'needs an installation that is empty: server/operations/offboarding/moving-out.test.ts',
    },
    instead: {
      // until the state is Done, as the comment says
      'curl -H "Authorization: Bearer $TOKEN" $exports/4    ':
        'until curl -H "Authorization: Bearer $TOKEN" $exports/1 | grep Done; do sleep 0.3; done    ',
    },
  },
  'docs/files.md': { as: 'admin' },
  'docs/imports.md': {
    as: 'admin',
    notRun: {
      'curl -H "authorization: Bearer $TOKEN" -H \'content-type: application/json\'':
        'asks a bucket elsewhere',
    },
  },
  'docs/journeys.md': { notRun: { CHANCERY_TEST_PICTURES: 'is a test in a browser' } },
  'docs/ledes.md': { as: 'partner' },
  'docs/operating.md': {
    notRun: {
      'CHANCERY_ENVIRONMENT=production': 'is a file of settings',
      'psql ': 'is a program that the packages do not contain',
      CHANCERY_BACKUP_PLACE: 'is a file of settings',
      'CHANCERY_STATE_DIR=/var/lib/chancery': 'ends in a server that runs until it is stopped',
      'export CHANCERY_STATE_DIR=':
        'has a server that runs until it is stopped: server/operations/backup/rehearsal.test.ts',
      'apt-get install': 'needs root, and a mirror of packages',
      'node bin/chancery.mjs organisation export':
        'needs a second installation: server/operations/offboarding/moving-out.test.ts',
      'echo "$SECRET"': 'asks an identity provider: server/operations/cli/sso.test.ts',
      'node bin/chancery.mjs keys rotate': 'is for installations with different keys',
    },
    instead: {
      // each is for a place of its own
      '/backup/chancery --encrypt': '/backup/encrypted --encrypt',
    },
  },
  'docs/oauth.md': {
    keeps: {
      'curl $API/account-apis/v1/auth/token': {
        ACCESS_TOKEN: 'access_token',
        REFRESH_TOKEN: 'refresh_token',
      },
    },
  },
  'docs/performance.md': { notRun: { 'npm run': 'takes minutes' } },
  'docs/reports.md': { as: 'admin' },
  'docs/sandbox.md': {
    as: 'admin',
    notRun: { 'curl -X POST "$API/v2/sandbox/reset"': 'takes a minute: server/sandbox/v2/reset.test.ts' },
  },
  'docs/setting-up.md': {
    notRun: { SETUP_PASSWORD: 'needs a server in production: test/production/production-setup.test.ts' },
  },
  'docs/signing-in.md': {
    notRun: {
      'node bin/chancery.mjs user reset-second-factor': 'needs somebody who has one',
      'node bin/chancery.mjs sso clear-networks':
        'needs an organisation with networks: server/operations/cli/sso.test.ts',
      'curl ': 'needs a token for provisioning: server/identity/provisioning/endpoints/scim.test.ts',
    },
  },
  'docs/webhooks.md': {
    as: 'counsel',
    notRun: { 'node bin/chancery.mjs listen': 'runs until it is stopped: server/operations/cli/cli.test.ts' },
    // a name that is asked for, and not found, where there is no network
    instead: { 'https://hooks.example.com/chancery': 'https://localhost:9/chancery' },
  },
}
