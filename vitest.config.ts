// Tests: one database server for the run, a database of its own for each file. CONTRIBUTING.md says which tier a test
// belongs to.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const usual = {
  pool: 'forks' as const,
  // one for each core: more take each other's time, and each compiles the product for itself
  maxWorkers: Math.min(8, Math.max(2, availableParallelism())),
  env: { TZ: 'Pacific/Auckland' },
  setupFiles: ['test/resolve.setup.ts', 'test/patience.setup.ts'],
  // Node loads the modules itself, as it does in production
  experimental: { viteModuleRunner: false, nodeLoader: false },
}

// the collector of short-lived objects runs half as often; not where memory is measured
const roomy = { ...usual, execArgv: ['--max-semi-space-size=32'] }

/** In a process of its own, each file: garbage and compiled code of other files would be measured as well. */
const alone = [
  // the processor time of one turn of the event loop
  'server/platform/workers/document-workers.test.ts',
  'server/invoices/v2/hostile-imports.test.ts',
  'server/invoices/v2/long-invoice.test.ts',
  'server/http/bodies/large-json.test.ts',
  'server/files/contents/hostile-heads.test.ts',
  'server/contracts/v2/hostile-templates.test.ts',
  'test/house/regex-rules.test.ts',
  // which statements are prepared, of which a process has a limited number
  'test/house/statement-budgets.test.ts',
  // a kind of record in the tables of the server
  'test/records/third-kind.test.ts',
  // memory
  'server/http/bodies/form.test.ts',
  'server/platform/storage/storage-disk.test.ts',
  // certificates that a process trusts, and no longer can distrust
  'server/platform/outbound/trusted-certificates.test.ts',
]

/**
 * Against other processes: servers, databases that are killed, browsers, command lines. They begin first, because they
 * wait most.
 */
const processes = [
  'server/operations/{backup,cli}/**/*.test.ts',
  'server/identity/oauth/killed-server.test.ts',
  'server/platform/postgres/packaged/*.test.ts',
  'server/platform/postgres/connection-pooler.test.ts',
  'server/operations/process/*.test.ts',
  'test/{e2e,fuzz,kill,production,webhooks}/**/*.test.ts',
  'scripts/**/*.test.ts',
  'test/house/documents/running-blocks.test.ts',
]

/** Of components of the web app, in a DOM without a browser. What is drawn there has no size and no style. */
const components = ['web/**/*.test.tsx']

const all = ['server/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'web/**/*.test.ts']

/**
 * Small files that take long. Begun last, as the runner begins small files that it does not know yet, they would keep
 * one core waiting.
 */
const long = [
  'test/e2e/catalogue/settings.test.ts',
  'test/e2e/catalogue/administration.test.ts',
  'test/e2e/catalogue/work.test.ts',
  'test/e2e/catalogue/money.test.ts',
  'server/operations/process/start.test.ts',
  'test/house/access/access.test.ts',
  'test/house/hidden/hidden-records.test.ts',
  'test/lists/list-plans.test.ts',
  'test/records/repeated-pages.test.ts',
  'test/records/rights.test.ts',
  'test/records/bodies.test.ts',
  'server/imports/work/fault-trials.test.ts',
  'server/sandbox/demo/demo.test.ts',
  'server/sandbox/v2/reset.test.ts',
  'server/records/v2/list-fields.test.ts',
  'test/scenario/every-operation.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((path) => moduleId.endsWith(`/${path}`))
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    return [...projects.values()].flatMap((all) => [
      ...all.filter(isLong),
      ...all.filter((each) => !isLong(each)),
    ])
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/global.setup.ts'],
    sequence: { sequencer: LongestFirst },
    // in the order of their names; the files of one that is not isolated share a process, and its modules, with others
    // of it
    projects: [
      { test: { ...usual, name: 'alone', include: alone, isolate: true } },
      // In CI a failed one is tried once more, and scripts/tests/test.ts says which passed only then: what waits for a
      // browser or a process can depend on timing that nobody controls. In-process tests get no second chance.
      {
        test: {
          ...roomy,
          name: 'processes',
          include: processes,
          isolate: false,
          retry: process.env['CI'] ? 1 : 0,
        },
      },
      {
        test: {
          ...usual,
          name: 'components',
          include: components,
          isolate: false,
          environment: 'happy-dom',
          setupFiles: ['test/patience.setup.ts', 'test/components/page.setup.ts'],
          experimental: {},
        },
      },
      {
        test: {
          ...roomy,
          name: 'shared',
          include: all,
          exclude: ['**/node_modules/**', ...alone, ...processes],
          isolate: false,
        },
      },
    ],
  },
})
