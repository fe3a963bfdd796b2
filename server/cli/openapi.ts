// `chancery openapi [area]`: the documents that the server serves, without a server.
import { Argument, Command } from 'commander'
import { areas, documentOf, type Area, type OpenApiDocument } from '../http/openapi.ts'
import { withServerAtRest } from './offline-server.ts'

/** The command, for chancery.ts to add. */
export const openapiCommand = () =>
  new Command('openapi')
    .description('print the OpenAPI document of the API, or of one area of it')
    .addArgument(new Argument('[area]', 'leave it out for all of them').choices(areas))
    .addHelpText(
      'after',
      `
Examples:
  $ npx chancery openapi > chancery.json
  $ npx chancery openapi contract-apis`,
    )
    .action(async (area: Area | undefined) => {
      await withServerAtRest(async (server) => {
        const document = server.swagger() as unknown as OpenApiDocument
        console.log(JSON.stringify(area ? documentOf(document, area) : document, null, 2))
      })
    })
