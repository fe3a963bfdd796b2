// `chancery openapi [area]`: prints the OpenAPI documents that the server serves, without a running server.
import { Argument, Command } from 'commander'
import { areas, documentOf, type Area, type OpenApiDocument } from '../../http/openapi.ts'
import { withOfflineServer } from './offline-server.ts'

/** The command, for chancery.ts to add. */
export const openapiCommand = () =>
  new Command('openapi')
    .description('print the OpenAPI document of the API, or of one area')
    .addArgument(new Argument('[area]', 'all areas if omitted').choices(areas))
    .addHelpText(
      'after',
      `
Examples:
  $ node bin/chancery.mjs openapi > chancery.json
  $ node bin/chancery.mjs openapi contract-apis`,
    )
    .action(async (area: Area | undefined) => {
      await withOfflineServer(async (server) => {
        const document = server.swagger() as unknown as OpenApiDocument
        console.log(JSON.stringify(area ? documentOf(document, area) : document, null, 2))
      })
    })
