-- A name that its owner has chosen is not overwritten by what the provider says at the next sign-in.
ALTER TABLE "users" ADD COLUMN "name_chosen" BOOLEAN NOT NULL DEFAULT false;
