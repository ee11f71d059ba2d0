/** Ids that the examples share: one creator, Mika, and one video of hers. */
export const uid = 'gnz1vf3a7pwfq6f0dshbqa48u8'
export const videoId = '800ddaaikcdbcqj1psa9g4mj0m'
export const episodeId = '4jnjwkbwwb3g1nr1spq0u2bc7f'
