import { Type } from 'typebox';

export const StatusParamsSchema = Type.Object({
  '*': Type.String({
    minLength: 1,
    maxLength: 2300,
    description:
      'Status URL, percent-encoded or raw; then nothing (JSON), `.amp`, `/profile-image`, `/images/:number`, ' +
      '`/link-image`, `/emojis/:shortcode`, or one of these images below `/quoted`.',
  }),
});
