import { z } from 'zod'
import { fileNames, profileName } from './profile-parts.ts'

/** The schema of the profile of files that the shop's own `export products` wrote. */
export const ownProfileSchema = z.strictObject({ name: profileName, match: fileNames, own: z.literal(true) })

export type OwnProfile = z.output<typeof ownProfileSchema>
