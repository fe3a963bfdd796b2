// Which test files belong to which command. Whatever is named nowhere here runs with `npm run test:full`.

/**
 * With `npm test`: every test that needs neither a database nor a browser, and of the application what most changes can
 * break. Together at most five minutes on two quiet cores.
 */
export const heart: readonly string[] = [
  // the wire of the six areas
  'server/{records,contracts,matters,files,fields,invoices,tasks,emails}/v1/*.test.ts',
  'server/identity/*/v1/*.test.ts',
  'server/webhooks/v1/*.test.ts',
  'server/http/v1/*.test.ts',
  // records, and who reaches them
  'server/{contracts,matters}/commands/*.test.ts',
  'server/files/v2/*.test.ts',
  'server/invoices/v2/budgets/budgets.test.ts',
  'test/records/{lists-after-changes,write-round-trips}.test.ts',
  'test/house/access/*.test.ts',
  'test/house/{statement-budgets,schema,openapi,wiring}.test.ts',
  // integrations
  'server/identity/oauth/!(killed-server).test.ts',
  'server/webhooks/{,v2/,delivery/}*.test.ts',
  // the app
  'test/e2e/journeys/{counsel,requester,law-firm}.test.ts',
]

/** With `npm run test:release` alone: they repeat, for minutes, what a change rarely breaks. */
export const beforeRelease: readonly string[] = [
  'test/{fuzz,kill}/*.test.ts',
  // a build of its own of the web app, and a third kind of records in it
  'test/e2e/third-kind.test.ts',
]
