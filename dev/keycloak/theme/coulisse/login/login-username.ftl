<#-- First page: who. The password, or the customer's own provider, comes after. -->
<#import "template.ftl" as layout>
<#import "fields.ftl" as fields>
<#import "passkeys.ftl" as passkeys>
<@layout.registrationLayout displayMessage=!messagesPerField.existsError('username'); section>
  <#if section = "header">
    ${msg("loginAccountTitle")}
  <#elseif section = "form">
    <p class="lead">${msg("loginLead")}</p>
    <form id="kc-form-login" action="${url.loginAction}" method="post" onsubmit="login.disabled = true; return true;">
      <#if !usernameHidden??>
      <@fields.email value=(login.username)!'' autocomplete=(enableWebAuthnConditionalUI?has_content)?then('username webauthn', 'username')/>
      </#if>
      <@fields.submit msg("doContinue")/>
    </form>
    <@passkeys.conditionalUIData />
  <#elseif section = "socialProviders">
    <@fields.providers/>
  </#if>
</@layout.registrationLayout>
