-- Codes with which people sign up while that takes an invitation. Only a hash of a code is stored. A new table only.

create table invitations (
  id text primary key,
  -- SHA-256. Answers: which invitation has this code?
  code_hash text not null unique,
  uses int not null check (uses between 1 and 1000),
  uses_left int not null check (uses_left between 0 and uses),
  -- Null: until it is used up.
  expires_at timestamptz(3),
  created_at timestamptz(3) not null
);
