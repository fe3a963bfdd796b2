// v1 of a matter's files: adding one, or a new version of one.
import { fileRouteV1 } from '../../records/v1/files.ts'
import { matterSubjects } from '../access.ts'

export const matterFileRoutes = fileRouteV1(matterSubjects, '/matter-apis/v1/matters/:matterId/files')
