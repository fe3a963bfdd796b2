// v2 of a matter's files: one of them.
import { fileRouteV2 } from '../../records/v2/files.ts'
import { matterKind } from '../matter-kind.ts'

export const matterFileRoutesV2 = fileRouteV2(matterKind, '/v2/matters/:matterId/files/:fileId')
