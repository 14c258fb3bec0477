-- Credits come with the subscription and do not renew by themselves: the cards say so (H-12).
update plans set features = array_replace(features,
  credits || ' créditos al mes para contactar clientes',
  credits || ' créditos con la suscripción para contactar clientes');
